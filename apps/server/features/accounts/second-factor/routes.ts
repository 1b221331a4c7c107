import * as call from "@first-bounce/contract/operator/access";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import {
	type FactorServices,
	finishSetup,
	getOperatorAccess,
	renewRecoveryCodes,
	startSetup,
	VERIFICATION_MS,
	verifyCode,
} from "./service.ts";

/** Per address. In addition, each account has to wait after wrong codes. */
const MAX_ATTEMPTS_PER_MINUTE = 30;

export function registerSecondFactor(app: FastifyInstance, services: FactorServices): void {
	const { sessions } = app.routeServices;

	route(app, call.showOperatorAccess, {
		needs: "nothing",
		handler: ({ caller }) => getOperatorAccess(services, caller, caller.operatorUntil),
	});

	route(app, call.enrolOperator, {
		needs: "nothing",
		perMinute: MAX_ATTEMPTS_PER_MINUTE,
		handler: ({ caller, body }) => startSetup(services, caller.userId, body.setupCode),
	});

	route(app, call.confirmOperator, {
		needs: "nothing",
		perMinute: MAX_ATTEMPTS_PER_MINUTE,
		handler: async ({ caller, body, request }) => {
			const recoveryCodes = [...(await finishSetup(services, caller.userId, body))];
			const until = services.wallNow() + VERIFICATION_MS;
			await sessions.setOperatorUntil(request, until);
			return { recoveryCodes, access: await getOperatorAccess(services, caller, until) };
		},
	});

	route(app, call.verifyOperator, {
		needs: "nothing",
		perMinute: MAX_ATTEMPTS_PER_MINUTE,
		handler: async ({ caller, body, request }) => {
			const until = await verifyCode(services, caller.userId, body.code);
			await sessions.setOperatorUntil(request, until);
			return getOperatorAccess(services, caller, until);
		},
	});

	route(app, call.endOperatorAccess, {
		needs: "nothing",
		handler: async ({ caller, request }) => {
			await sessions.setOperatorUntil(request, null);
			return getOperatorAccess(services, caller, null);
		},
	});

	route(app, call.renewRecoveryCodes, {
		needs: "nothing",
		perMinute: MAX_ATTEMPTS_PER_MINUTE,
		handler: async ({ caller }) => ({ recoveryCodes: [...(await renewRecoveryCodes(services, caller.userId))] }),
	});
}
