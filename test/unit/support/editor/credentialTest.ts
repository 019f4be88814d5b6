import '../engine/environment';
import { CredentialTestContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type INodeCredentialTestResult,
	UnexpectedError,
} from 'n8n-workflow';

import { AppointmentSchedulingApi } from '../../../../credentials/AppointmentSchedulingApi.credentials';
import { additionalData } from '../engine/additionalData';
import { CredentialsHelper } from './credentialsHelper';
import { defaultCredentials } from '../engine/installedNode';
import { loaded, type NodeClass } from '../engine/nodeTypes';

/** What the editor shows when the credential is saved: the answer of the node's test (`testedBy`). */
export async function testCredential(
	nodeClass: NodeClass,
	data: ICredentialDataDecryptedObject = {},
): Promise<INodeCredentialTestResult> {
	const type = new AppointmentSchedulingApi();
	const { description, methods } = loaded(nodeClass);
	const testedBy = description.credentials?.find(({ name }) => name === type.name)?.testedBy;
	const test = methods?.credentialTest?.[String(testedBy)];
	if (!test) throw new UnexpectedError(`${description.name} does not test the credential`);
	const credentialsHelper = new CredentialsHelper(type);
	const base = additionalData({ credentialsHelper, workflowId: '', currentNodeParameters: {} });
	return await test.call(new CredentialTestContext(base), {
		id: 'credential-1',
		name: type.displayName,
		type: type.name,
		data: credentialsHelper.withDefaults({ ...defaultCredentials, ...data }),
	});
}
