import * as call from "@first-bounce/contract/operator/people";
import type { FastifyInstance } from "fastify";
import { requireNonDemoAccount } from "../../accounts/users/account-access.ts";
import { createOperatorRoutes } from "../operator-route.ts";
import type { OperatorServices } from "../services.ts";
import {
	findUsers,
	getUser,
	liftUserSuspension,
	sendPasswordReset,
	setOperatorRole,
	setUserActive,
	signOutUser,
	suspendUser,
} from "./accounts.ts";
import { listNames, moderateName } from "./names.ts";
import { listReportPage, settleReport } from "./reports.ts";

/** Registers the calls for accounts, and for moderating names, and reported announcements and messages. */
export function registerPeople(app: FastifyInstance, services: OperatorServices): void {
	const register = createOperatorRoutes(app, "nothing");
	const { db, clocks } = services;
	register(call.findUsers, async ({ query }) => ({ users: await findUsers(services, query.search ?? "") }));
	register(call.showUserAccount, ({ params }) => getUser(services, params.id));
	register(call.setUserActive, ({ params, body, caller, audit }) =>
		setUserActive(services, { id: params.id, active: body.active, operatorId: caller.userId }, audit),
	);
	register(call.suspendUser, ({ params, body, caller, audit }) =>
		suspendUser(services, { id: params.id, until: body.until, caller }, audit),
	);
	register(call.liftSuspension, ({ params, caller, audit }) =>
		liftUserSuspension(services, { id: params.id, caller }, audit),
	);
	register(call.setOperatorRole, async ({ params, body, caller, audit }) => {
		// Whoever plays the demo would otherwise make an account an owner's for good.
		await requireNonDemoAccount(db, caller.userId);
		return setOperatorRole(services, params.id, body.role, audit);
	});
	register(call.signUserOut, ({ params, audit }) => signOutUser(services, params.id, audit));
	register(call.mailPasswordReset, async ({ params, audit }) => {
		await sendPasswordReset(services, params.id, audit);
		return { sent: true as const };
	});
	register(call.listNames, ({ query }) => listNames(db, query));
	register(call.moderateName, async ({ params, body, audit }) => ({
		name: await moderateName(services, params.id, body, audit),
	}));
	register(call.listReports, ({ query }) => listReportPage(db, query.skip));
	register(call.settleReport, async ({ params, body, audit }) => {
		await settleReport(db, params.id, { ...body, now: clocks.wallNow() }, audit);
		return { settled: true as const };
	});
}
