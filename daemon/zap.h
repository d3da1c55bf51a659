/* zap.h - who is let in: answers libzmq's question about every key that knocks (ZeroMQ RFC 27).
 * Not pure.  Memory: zap_new/zap_free.  Errors: NULL, logged. */
#ifndef DAEMON_ZAP_H
#define DAEMON_ZAP_H

#include <stdint.h>

struct loop;
struct zap;

/* The domain that the bound socket must name, or libzmq does not ask at all. */
#define ZAP_DOMAIN "numbridge"

/* ZAP_LATER tells the caller nothing: he waits until the time for the handshake is over, and tries
 * again; ZAP_NEVER is final. */
enum zap_answer { ZAP_YES = 200, ZAP_LATER = 300, ZAP_NEVER = 400 };
typedef enum zap_answer zap_judge(void *self, const uint8_t curve[32]);

/* Start answering for all sockets of this context; must come before the first bind. */
struct zap *zap_new(struct loop *loop, void *context, zap_judge *judge, void *self);
void zap_free(struct zap *z);

#endif
