import { randomUUID } from 'crypto';

/**
 * This process of n8n. In queue mode deliveries are taken in by one process and run by another;
 * a process that has run one of its own deliveries shares its memory with the runs.
 */
export const thisProcess = { id: randomUUID(), runsItsOwn: false };
