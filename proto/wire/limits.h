/* limits.h - the maximum of everything that comes from outside and is unpacked in wire/.
 * The limits of the control socket that its users must know too stand in wire/control.h. */
#ifndef WIRE_LIMITS_H
#define WIRE_LIMITS_H

enum {
    /* A message between daemons: one frame of ZeroMQ, checked before it is unpacked. */
    PEER_FRAME_MAX = 64 * 1024,

    /* Memory for unpacking: twice the message (its bytes are copied once, its lists grow by
     * doubling) and a fixed allowance for the structs of its rows. */
    UNPACK_BYTES_FACTOR = 2,
    UNPACK_BYTES_EXTRA = 128 * 1024,
    UNPACK_BLOCKS_MAX = 2048
};

#endif
