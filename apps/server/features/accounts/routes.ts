import * as passkeys from "@first-bounce/contract/accounts/passkeys";
import * as tokens from "@first-bounce/contract/accounts/tokens";
import type { FastifyInstance } from "fastify";
import { createRoutes } from "../../plugins/route.ts";
import { getSessionToken } from "../../plugins/session.ts";
import { createToken, listTokens, revokeToken } from "./access-tokens/service.ts";
import { registerCredentials, registerDevices, registerOwnAccount } from "./my-account/routes.ts";
import { addPasskey, listPasskeys, type PasskeyServices, removePasskey, startPasskey } from "./passkeys/service.ts";
import { registerSecondFactor } from "./second-factor/routes.ts";
import type { FactorServices } from "./second-factor/service.ts";
import type { AuthServices } from "./sign-in/code-sign-in.ts";
import { type AuthOptions, registerAuth } from "./sign-in/routes.ts";
import { registerUsers } from "./users/routes.ts";

const MAX_CHANGES_PER_MINUTE = 20;

type AccountRouteServices = PasskeyServices & AuthServices & AuthOptions & Pick<FactorServices, "findDemoManagerId">;

/** Registers the calls for signing in and up, the own account, and the operators' second factor. */
export function registerAccounts(app: FastifyInstance, services: AccountRouteServices): void {
	registerAuth(app, services, services);
	registerUsers(app, services, services);
	registerOwnAccount(app, services);
	registerCredentials(app, services);
	registerDevices(app, services);
	registerTokensAndPasskeys(app, services);
	const { db, clocks, findDemoManagerId } = services;
	registerSecondFactor(app, { db, wallNow: clocks.wallNow, findDemoManagerId });
}

/** Registers the calls for the user's own access tokens and passkeys. */
function registerTokensAndPasskeys(app: FastifyInstance, services: PasskeyServices): void {
	const register = createRoutes(app, { needs: "nothing" });
	const registerLimited = createRoutes(app, { needs: "nothing", perAccountPerMinute: MAX_CHANGES_PER_MINUTE });
	const listUserTokens = (userId: number) => listTokens(services.db, userId, services.clocks.wallNow());
	register(tokens.listTokens, async ({ caller }) => ({ tokens: await listUserTokens(caller.userId) }));
	registerLimited(tokens.createToken, async ({ caller, body, request }) => {
		const token = await createToken(services, caller.userId, body, getSessionToken(request));
		return { token, tokens: await listUserTokens(caller.userId) };
	});
	registerLimited(tokens.revokeToken, async ({ caller, body }) => {
		await revokeToken(services, caller.userId, body.id);
		return { tokens: await listUserTokens(caller.userId) };
	});
	const listUserPasskeys = async (userId: number) => ({ passkeys: await listPasskeys(services, userId) });
	register(passkeys.listPasskeys, ({ caller }) => listUserPasskeys(caller.userId));
	registerLimited(passkeys.startPasskey, async ({ caller, body }) => ({
		options: { ...(await startPasskey(services, caller.userId, body.password)) },
	}));
	registerLimited(passkeys.addPasskey, async ({ caller, body }) => {
		await addPasskey(services, caller.userId, body);
		return listUserPasskeys(caller.userId);
	});
	registerLimited(passkeys.removePasskey, async ({ caller, body }) => {
		await removePasskey(services, caller.userId, body.id);
		return listUserPasskeys(caller.userId);
	});
}
