import * as call from "@first-bounce/contract/operator/people";
import type { FastifyInstance } from "fastify";
import { operatorRoute } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import {
	findUsers,
	liftUserSuspension,
	mailPasswordReset,
	setUserActive,
	showUser,
	signUserOut,
	suspendUser,
} from "./accounts.ts";
import { listNames, moderateName } from "./names.ts";
import { openReports, settleReport } from "./reports.ts";

/** Accounts, and the names and announcements that people chose. */
export function registerPeople(app: FastifyInstance, services: OperatorServices): void {
	const { db, clocks } = services;
	operatorRoute(
		app,
		call.findUsers,
		async ({ query }) => ({ users: await findUsers(services, query.search ?? "") }),
		"nothing",
	);
	operatorRoute(app, call.showUserAccount, ({ params }) => showUser(services, params.id), "nothing");
	operatorRoute(
		app,
		call.setUserActive,
		({ params, body, caller, audit }) =>
			setUserActive(services, { id: params.id, active: body.active, self: caller.userId }, audit),
		"nothing",
	);
	operatorRoute(
		app,
		call.suspendUser,
		({ params, body, caller, audit }) =>
			suspendUser(services, { id: params.id, until: body.until, by: caller.userId }, audit),
		"nothing",
	);
	operatorRoute(
		app,
		call.liftSuspension,
		({ params, audit }) => liftUserSuspension(services, params.id, audit),
		"nothing",
	);
	operatorRoute(app, call.signUserOut, ({ params, audit }) => signUserOut(services, params.id, audit), "nothing");
	operatorRoute(
		app,
		call.mailPasswordReset,
		async ({ params, audit }) => {
			await mailPasswordReset(services, params.id, audit);
			return { sent: true as const };
		},
		"nothing",
	);
	operatorRoute(app, call.listNames, ({ query }) => listNames(db, query), "nothing");
	operatorRoute(
		app,
		call.moderateName,
		async ({ params, body, audit }) => ({ name: await moderateName(services, params.id, body, audit) }),
		"nothing",
	);
	operatorRoute(app, call.listReports, async () => ({ reports: await openReports(db) }), "nothing");
	operatorRoute(
		app,
		call.settleReport,
		async ({ params, body, audit }) => {
			await settleReport(db, params.id, body.hide, audit, clocks.wallNow());
			return { settled: true as const };
		},
		"nothing",
	);
}
