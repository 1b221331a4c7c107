import * as call from "@first-bounce/contract/operator/access";
import type { FastifyInstance } from "fastify";
import { createRoutes } from "../../../plugins/route.ts";
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
	const register = createRoutes(app, { needs: "nothing" });
	const registerLimited = createRoutes(app, { needs: "nothing", perMinute: MAX_ATTEMPTS_PER_MINUTE });
	const { sessions } = app.routeServices;

	register(call.showOperatorAccess, ({ caller }) => getOperatorAccess(services, caller, caller.operatorUntil));

	registerLimited(call.enrolOperator, ({ caller, body }) => startSetup(services, caller.userId, body.setupCode));

	registerLimited(call.confirmOperator, async ({ caller, body, request }) => {
		const recoveryCodes = [...(await finishSetup(services, caller.userId, body))];
		const until = services.wallNow() + VERIFICATION_MS;
		await sessions.setOperatorUntil(request, until);
		return { recoveryCodes, access: await getOperatorAccess(services, caller, until) };
	});

	registerLimited(call.verifyOperator, async ({ caller, body, request }) => {
		const until = await verifyCode(services, caller.userId, body.code);
		await sessions.setOperatorUntil(request, until);
		return getOperatorAccess(services, caller, until);
	});

	register(call.endOperatorAccess, async ({ caller, request }) => {
		await sessions.setOperatorUntil(request, null);
		return getOperatorAccess(services, caller, null);
	});

	registerLimited(call.renewRecoveryCodes, async ({ caller }) => ({
		recoveryCodes: [...(await renewRecoveryCodes(services, caller.userId))],
	}));
}
