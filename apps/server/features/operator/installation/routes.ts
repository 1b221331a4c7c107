import * as call from "@first-bounce/contract/operator/installation";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../../plugins/refusal.ts";
import { requireNonDemoAccount } from "../../accounts/users/account-access.ts";
import { findUserRow } from "../../accounts/users/user-queries.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { listServerSettings } from "./list-settings.ts";
import { beginMaintenance, endMaintenance, getMaintenance } from "./maintenance.ts";

/**
 * Registers the calls for maintenance, a test mail and the settings of the server. They are closed to the demo's manager, as whom
 * anybody can sign in.
 */
export function registerInstallation(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	const { db, clocks } = services;
	const maintenance = { db, wallNow: clocks.wallNow, forget: services.maintenance.forget };
	register(call.showMaintenance, async () => ({ maintenance: await getMaintenance({ db }) }));
	register(call.beginMaintenance, async ({ body, caller, audit }) => {
		await requireNonDemoAccount(db, caller.userId);
		return { maintenance: await beginMaintenance(maintenance, body, audit) };
	});
	register(call.endMaintenance, async ({ audit }) => ({ maintenance: await endMaintenance(maintenance, audit) }));
	register(call.sendTestMail, async ({ caller }) => {
		await requireNonDemoAccount(db, caller.userId);
		const user = await findUserRow(db, caller.userId);
		if (!user?.email) throw refuse(422, "no-address");
		const { email: to, language } = user;
		await queueMail(db, { kind: "test-mail", to, data: {}, language, now: clocks.wallNow() });
		return { sentTo: to };
	});
	register(call.listSettings, async ({ caller }) => {
		await requireNonDemoAccount(db, caller.userId);
		return { settings: listServerSettings(process.env) };
	});
}
