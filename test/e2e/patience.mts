// A test waits for several things, each of which has its own limit and says what it waited for.
jest.setTimeout(1_200_000);
