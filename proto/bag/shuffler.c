/* First the deck, a few tiles at a time; then the prover goes through its own steps. */
#include "bag/shuffler.h"

#include "bag/recompute.h"
#include "base/hash.h"

#include <assert.h>

static struct hash hash_of_decks(const struct shuffle_statement *st)
{
    struct hasher h;
    hash_start(&h, TAG_SHUFFLE_1);
    hash_bytes(&h, span_of(st->context.b, sizeof st->context.b));
    hash_bytes(&h, span_of(st->in, sizeof *st->in * st->n));
    hash_bytes(&h, span_of(st->out, sizeof *st->out * st->n));
    return hash_end(&h);
}

void shuffler_begin(struct shuffler *job, const struct bag *bag, const struct bag_secret *secret,
                    const struct hash *prev, const struct rng *rng)
{
    memset(job, 0, sizeof *job);
    bag_deck(bag, job->in);
    recompute_witness(bag, secret->player, &secret->seed, &job->how);
    job->st = bag_statement(bag, secret->player, prev, job->in, job->out);
    job->seed = secret->seed;
    job->rng = *rng;
}

/* The deck is there: prove it. */
static void begin_proof(struct shuffler *job)
{
    struct hash decks = hash_of_decks(&job->st);
    proof_nonces(&job->stream, &job->seed, &decks, &job->rng);
    struct rng nonces = rng_from_stream(&job->stream);
    shuffle_prove_begin(&job->prover, &job->st, &job->how, &nonces);
}

bool shuffler_step(struct shuffler *job, unsigned budget)
{
    enum { RENEWAL = 3 }; /* multiplications, roughly */
    if (job->renewed == job->st.n)
        return shuffle_prove_step(&job->prover, budget);
    for (unsigned spent = 0; spent < budget && job->renewed < job->st.n; spent += RENEWAL) {
        unsigned j = job->renewed++;
        job->out[j] = elgamal_renew(&job->in[job->how.from[j]], &job->how.rho[j], &job->st.joint);
    }
    if (job->renewed == job->st.n)
        begin_proof(job);
    return false;
}

void shuffler_take(const struct shuffler *job, uint8_t *deck, uint8_t *proof)
{
    assert(job->renewed == job->st.n && job->prover.phase == PROVE_DONE);
    memcpy(deck, job->out, sizeof job->out[0] * job->st.n);
    shuffle_proof_write(&job->prover.proof, job->st.n, proof);
}

void shuffler_wipe(struct shuffler *job)
{
    sodium_memzero(job, sizeof *job);
}
