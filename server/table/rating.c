#include "server/table/rating.h"

#include <math.h>

int rating_change(const struct store_rating *sente, const struct store_rating *gote, char winner)
{
    bool provisional = sente->games < RATING_PROVISIONAL || gote->games < RATING_PROVISIONAL;
    double expected = 1 / (1 + pow(10, (gote->value - sente->value) / 400.0));
    double score = winner == 'b' ? 1 : winner == 'w' ? 0 : 0.5;
    return (int)lround((provisional ? RATING_K_FIRST : RATING_K) * (score - expected));
}
