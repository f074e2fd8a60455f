import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Tests of the command line start the program several times; on two busy cores that takes a while.
          testTimeout: 30_000,
          // Many of them race real processes on two cores; what fails twice is wrong.
          retry: 1,
          include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts', 'test/cases/*.test.ts'],
        },
      },
      {
        test: {
          name: 'lab',
          include: ['test/lab/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
