export * from './cluster';
export { missingServers, startPostgres, type Server } from './servers';
