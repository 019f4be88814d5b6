import { cancel } from '../appointment/cancel.operation';
import { create } from '../appointment/create.operation';
import { get } from '../appointment/get.operation';
import { getAll } from '../appointment/getAll.operation';
import { getFreeTimes } from '../appointment/getFreeTimes.operation';
import { reschedule } from '../appointment/reschedule.operation';
import { updateStatus } from '../appointment/updateStatus.operation';
import { getAllCalendars } from '../calendar/getAll.operation';
import type { Operations } from '../operation';
import { getAllServices } from '../service/getAll.operation';
import { createWebhook } from '../webhook/create.operation';
import { deleteWebhook } from '../webhook/delete.operation';
import { getAllWebhooks } from '../webhook/getAll.operation';
import { updateWebhook } from '../webhook/update.operation';

export const operations: Operations = {
	appointment: { cancel, create, get, getFreeTimes, getAll, reschedule, updateStatus },
	calendar: { getAll: getAllCalendars },
	service: { getAll: getAllServices },
	webhook: {
		create: createWebhook,
		delete: deleteWebhook,
		getAll: getAllWebhooks,
		update: updateWebhook,
	},
};
