import { pollingSuite } from '../support/pollingSuite';

describe('polls scheduled in the memory of n8n', () => void pollingSuite({}));
