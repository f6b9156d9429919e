// Prices of European options: spot and strike price, years to expiry; interest 2 %, volatility 30 %.

// The normal distribution, by Abramowitz and Stegun 26.2.17.
static float normal(in float x) {
    float k = 1.0 / (1.0 + 0.2316419 * abs(x));
    float sum = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    float tail = 0.39894228 * exp(-0.5 * x * x) * sum;
    return sel(tail, 1.0 - tail, x > 0.0);
}

void black_scholes(in float spot, in float strike, in float years, out float call, out float put) {
    float root = 0.3 * sqrt(years);
    float d1 = (log(spot / strike) + (0.02 + 0.5 * 0.3 * 0.3) * years) / root;
    float d2 = d1 - root;
    float n1 = normal(d1);
    float n2 = normal(d2);
    float discounted = strike * exp(-0.02 * years);
    call = spot * n1 - discounted * n2;
    put = discounted * (1.0 - n2) - spot * (1.0 - n1);
}
