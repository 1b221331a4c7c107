import * as call from "@first-bounce/contract/operator/installation";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../../plugins/refusal.ts";
import { requireNonDemoAccount } from "../../accounts/users/account-access.ts";
import { findUserRow } from "../../accounts/users/user-queries.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { registerOperatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import { listServerSettings } from "./list-settings.ts";
import { beginMaintenance, endMaintenance, getMaintenance } from "./maintenance.ts";

/**
 * Registers the calls for maintenance, a test mail and the settings of the server. They are closed to the demo's manager, as whom
 * anybody can sign in.
 */
export function registerInstallation(app: FastifyInstance, services: OperatorServices): void {
	const { db, clocks } = services;
	const maintenance = { db, wallNow: clocks.wallNow, forget: services.maintenance.forget };
	registerOperatorRoute(app, call.showMaintenance, async () => ({ maintenance: await getMaintenance({ db }) }), {
		needs: "nothing",
	});
	registerOperatorRoute(
		app,
		call.beginMaintenance,
		async ({ body, caller, audit }) => {
			await requireNonDemoAccount(db, caller.userId);
			return { maintenance: await beginMaintenance(maintenance, body, audit) };
		},
		{ needs: "nothing" },
	);
	registerOperatorRoute(
		app,
		call.endMaintenance,
		async ({ audit }) => ({ maintenance: await endMaintenance(maintenance, audit) }),
		{ needs: "nothing" },
	);
	registerOperatorRoute(
		app,
		call.sendTestMail,
		async ({ caller }) => {
			await requireNonDemoAccount(db, caller.userId);
			const user = await findUserRow(db, caller.userId);
			if (!user?.email) throw refuse(422, "no-address");
			const { email: to, language } = user;
			await queueMail(db, { kind: "test-mail", to, data: {}, language, now: clocks.wallNow() });
			return { sentTo: to };
		},
		{ needs: "nothing" },
	);
	registerOperatorRoute(
		app,
		call.listSettings,
		async ({ caller }) => {
			await requireNonDemoAccount(db, caller.userId);
			return { settings: listServerSettings(process.env) };
		},
		{ needs: "nothing" },
	);
}
