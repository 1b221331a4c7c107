import * as call from "@first-bounce/contract/accounts/tokens";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { getSessionToken } from "../../../plugins/session.ts";
import type { UserServices } from "../users/service.ts";
import { createToken, listTokens, revokeToken } from "./service.ts";

const MAX_CHANGES_PER_MINUTE = 20;

export function registerAccessTokens(app: FastifyInstance, services: UserServices): void {
	const listUserTokens = (userId: number) => listTokens(services.db, userId, services.clocks.wallNow());
	route(app, call.listTokens, {
		needs: "nothing",
		handler: async ({ caller }) => ({ tokens: await listUserTokens(caller.userId) }),
	});
	route(app, call.createToken, {
		needs: "nothing",
		perAccountPerMinute: MAX_CHANGES_PER_MINUTE,
		handler: async ({ caller, body, request }) => {
			const token = await createToken(services, caller.userId, body, getSessionToken(request));
			return { token, tokens: await listUserTokens(caller.userId) };
		},
	});
	route(app, call.revokeToken, {
		needs: "nothing",
		perAccountPerMinute: MAX_CHANGES_PER_MINUTE,
		handler: async ({ caller, body }) => {
			await revokeToken(services, caller.userId, body.id);
			return { tokens: await listUserTokens(caller.userId) };
		},
	});
}
