export * from './cluster';
export { missingServers, type Server } from './servers';
