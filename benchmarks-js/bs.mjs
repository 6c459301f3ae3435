// B&S: prices of options, in independent partitions.

import { Benchmark, sum } from './benchmark.mjs';
import { toHost, values } from './data.mjs';

const STRIKE = 60;
const RATE = 0.035;
const VOLATILITY = 0.2;
const YEARS = 0.75;

export class Bs extends Benchmark {
  allocate() {
    const n = this.size;
    this.blackScholes = this.kernel('black_scholes');
    this.spot = this.input('spot', 'double', n, () => values(Float64Array, n, 1, 40, 80));
    this.call = this.array('double', n);
  }

  run() {
    for (const [a, b] of this.parts()) {
      const spot = this.spot.slice(a, b);
      const call = this.call.slice(a, b);
      this.blackScholes(...this.grid(b - a))(spot, call, STRIKE, RATE, VOLATILITY, YEARS, b - a);
    }
    return sum(this.parts().map(([a]) => this.call[a]));
  }

  outputs() {
    return toHost(this.call, Float64Array);
  }

  expected() {
    const deviation = VOLATILITY * Math.sqrt(YEARS);
    const discounted = STRIKE * Math.exp(-RATE * YEARS);
    return this.host.spot.map((spot) => {
      const d1 = (Math.log(spot / STRIKE) + (RATE + VOLATILITY ** 2 / 2) * YEARS) / deviation;
      return spot * normalCdf(d1) - discounted * normalCdf(d1 - deviation);
    });
  }
}

/**
 * The cumulative distribution function of the standard normal distribution: its density times x + x^3 / 3
 * + x^5 / (3 5) + ..., which converges for every x, and for those of this benchmark in few terms.
 */
function normalCdf(x) {
  let term = x;
  let total = x;
  for (let k = 3; Math.abs(term) > 1e-17; k += 2) {
    term *= x * x / k;
    total += term;
  }
  return 0.5 + total * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
}
