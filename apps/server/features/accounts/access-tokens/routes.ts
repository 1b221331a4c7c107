import * as call from "@first-bounce/contract/accounts/tokens";
import type { FastifyInstance } from "fastify";
import { createRoutes } from "../../../plugins/route.ts";
import { getSessionToken } from "../../../plugins/session.ts";
import type { UserServices } from "../users/service.ts";
import { createToken, listTokens, revokeToken } from "./service.ts";

const MAX_CHANGES_PER_MINUTE = 20;

export function registerAccessTokens(app: FastifyInstance, services: UserServices): void {
	const register = createRoutes(app, { needs: "nothing" });
	const registerLimited = createRoutes(app, { needs: "nothing", perAccountPerMinute: MAX_CHANGES_PER_MINUTE });
	const listUserTokens = (userId: number) => listTokens(services.db, userId, services.clocks.wallNow());
	register(call.listTokens, async ({ caller }) => ({ tokens: await listUserTokens(caller.userId) }));
	registerLimited(call.createToken, async ({ caller, body, request }) => {
		const token = await createToken(services, caller.userId, body, getSessionToken(request));
		return { token, tokens: await listUserTokens(caller.userId) };
	});
	registerLimited(call.revokeToken, async ({ caller, body }) => {
		await revokeToken(services, caller.userId, body.id);
		return { tokens: await listUserTokens(caller.userId) };
	});
}
