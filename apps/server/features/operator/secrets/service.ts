import { createRandomKey } from "../../../db/server-key.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { createProviderSecrets } from "../../accounts/identity-provider/secrets.ts";
import type { VapidKeys } from "../../notifications/push/push-settings.ts";
import { createVapidKeyPair } from "../../notifications/push/vapid.ts";
import { fillVapidKeys, lockSecret, notifySecretsChanged, replaceSecret } from "./queries.ts";

/** The secrets that the server creates, and how. */
const CREATORS: Readonly<Record<string, () => unknown>> = {
	"identity-provider": createProviderSecrets,
	"known-devices": createRandomKey,
	preview: createRandomKey,
	"push-keys": createVapidKeyPair,
};
export const SECRET_NAMES = Object.keys(CREATORS);

/** How long a previous secret is accepted. Cookies that it signed last up to a year. */
const ACCEPTED_DAYS = 400;

export interface Rotation {
	readonly name: string;
	/** Whether all previous secrets are refused from now on. */
	readonly revokesPrevious: boolean;
}

/** Replaces a secret in every process. Returns false if the server has not created it yet. */
export const rotateSecret = (db: Db, { name, revokesPrevious }: Rotation, audit: AuditContext) =>
	db.transaction().execute(async (trx) => {
		const create = CREATORS[name];
		const stored = await lockSecret(trx, name);
		if (!create || !stored) return false;
		if (name === "push-keys") await fillVapidKeys(trx, (stored.value as VapidKeys).publicKey);
		await replaceSecret(trx, name, create(), revokesPrevious ? 0 : ACCEPTED_DAYS);
		await notifySecretsChanged(trx);
		const after = { formerAcceptedDays: revokesPrevious ? 0 : ACCEPTED_DAYS };
		await writeAudit(trx, audit, { action: "secret-rotated", subject: `secret:${name}`, before: null, after });
		return true;
	});
