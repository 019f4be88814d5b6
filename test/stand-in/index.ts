export { isCancelled, STATUSES, type Appointment, type Status } from './appointments';
export type { Booking } from './booking';
export type { Attempt } from './deliveries/callback';
export type { Delivery } from './deliveries/deliveries';
export type { Filters } from './lists/filters';
export { sampleKey } from './samples';
export { credentialOf, Service, startService, type ServiceOptions } from './service';
export type { Shape } from './settings';
