// A busy machine takes minutes for what takes seconds otherwise.
jest.setTimeout(300_000);
