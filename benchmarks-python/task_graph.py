"""A random graph, the same in every language: kernels that bring an array nearer to the mean of up to four
others, eight for each array, with durations from one to four.
"""

from data import draws, floats, to_host
from suite import Benchmark

TASKS_PER_ARRAY = 8
OTHERS = 4
DRAWS = OTHERS + 3  # for a task: its array, how many others, these, its rounds
LENGTHS = 4
ROUNDS = 500


class Program(Benchmark):
    def allocate(self):
        count = self.partitions
        self.mix = self.kernel("tile_mix")
        self.length = length = self.size // count
        self.arrays = [
            self.input(f"x{i}", "float", length, lambda i=i: floats(length, 2 + i, 0, 1)) for i in range(count)
        ]
        numbers = draws(count * TASKS_PER_ARRAY * DRAWS, 1)
        self.tasks = [self.task(numbers[at : at + DRAWS]) for at in range(0, len(numbers), DRAWS)]

    def task(self, numbers):
        """What it changes, what it reads (some may be the same, or the array itself), its rounds."""
        array, inputs = numbers[0] % self.partitions, numbers[1] % (OTHERS + 1)
        others = [number % self.partitions for number in numbers[2 : 2 + inputs]]
        # Fewer than four: the last once more, or the array itself.
        others += [others[-1] if others else array] * (OTHERS - inputs)
        return array, others, ROUNDS * (1 + numbers[-1] % LENGTHS)

    def reset(self):
        self.write_inputs()

    def run(self):
        mix = self.mix(*self.grid(self.length))
        for array, others, rounds in self.tasks:
            mix(*(self.arrays[other] for other in others), self.arrays[array], self.length, rounds)
        self.cu.cudaDeviceSynchronize()
        return self.arrays[0][0]

    def outputs(self):
        return [value for array in self.arrays for value in to_host(array, "f")]

    def expected(self):
        values = [list(self.host[f"x{i}"]) for i in range(self.partitions)]
        for array, others, rounds in self.tasks:
            left = (1 - 1 / rounds) ** rounds
            means = [sum(four) / OTHERS for four in zip(*(values[other] for other in others))]
            values[array] = [mean + left * (y - mean) for mean, y in zip(means, values[array])]
        return [value for row in values for value in row]
