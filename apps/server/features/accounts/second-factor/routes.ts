import * as call from "@first-bounce/contract/operator/access";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import {
	beginSetup,
	checkCode,
	type FactorServices,
	finishSetup,
	renewCodes,
	showAccess,
	VERIFIED_FOR,
} from "./use-cases.ts";

/** Tries a minute from one address, besides the account's own waits. */
const PER_MINUTE = 30;

export function registerSecondFactor(app: FastifyInstance, services: FactorServices): void {
	const { sessions } = app.routeServices;

	route(app, call.showOperatorAccess, {
		needs: "nothing",
		handler: ({ caller }) => showAccess(services, caller.userId, caller.operatorUntil),
	});

	route(app, call.enrolOperator, {
		needs: "nothing",
		perMinute: PER_MINUTE,
		handler: ({ caller, body }) => beginSetup(services, caller.userId, body.setupCode),
	});

	route(app, call.confirmOperator, {
		needs: "nothing",
		perMinute: PER_MINUTE,
		handler: async ({ caller, body, request }) => {
			const recoveryCodes = [...(await finishSetup(services, caller.userId, body))];
			const until = services.wallNow() + VERIFIED_FOR;
			await sessions.verifyOperator(request, until);
			return { recoveryCodes, access: await showAccess(services, caller.userId, until) };
		},
	});

	route(app, call.verifyOperator, {
		needs: "nothing",
		perMinute: PER_MINUTE,
		handler: async ({ caller, body, request }) => {
			const until = await checkCode(services, caller.userId, body.code);
			await sessions.verifyOperator(request, until);
			return showAccess(services, caller.userId, until);
		},
	});

	route(app, call.endOperatorAccess, {
		needs: "nothing",
		handler: async ({ caller, request }) => {
			await sessions.verifyOperator(request, null);
			return showAccess(services, caller.userId, null);
		},
	});

	route(app, call.renewRecoveryCodes, {
		needs: "nothing",
		perMinute: PER_MINUTE,
		handler: async ({ caller }) => ({ recoveryCodes: [...(await renewCodes(services, caller.userId))] }),
	});
}
