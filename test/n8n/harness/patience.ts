import { PATIENCE_MS } from './wait';

// More than one wait of a test may be long.
jest.setTimeout(4 * PATIENCE_MS);
