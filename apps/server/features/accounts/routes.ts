import type { FastifyInstance } from "fastify";
import { registerAccessTokens } from "./access-tokens/routes.ts";
import { registerCredentials, registerDevices, registerOwnAccount } from "./my-account/routes.ts";
import { registerPasskeys } from "./passkeys/routes.ts";
import type { PasskeyServices } from "./passkeys/service.ts";
import { registerSecondFactor } from "./second-factor/routes.ts";
import type { FactorServices } from "./second-factor/service.ts";
import type { AuthServices } from "./sign-in/code-sign-in.ts";
import { type AuthOptions, registerAuth } from "./sign-in/routes.ts";
import { registerUsers } from "./users/routes.ts";

type AccountRouteServices = PasskeyServices & AuthServices & AuthOptions & Pick<FactorServices, "findDemoManagerId">;

/** Registers the calls for signing in and up, the own account, and the operators' second factor. */
export function registerAccounts(app: FastifyInstance, services: AccountRouteServices): void {
	registerAuth(app, services, services);
	registerUsers(app, services, services);
	registerOwnAccount(app, services);
	registerCredentials(app, services);
	registerDevices(app, services);
	registerAccessTokens(app, services);
	registerPasskeys(app, services);
	const { db, clocks, findDemoManagerId } = services;
	registerSecondFactor(app, { db, wallNow: clocks.wallNow, findDemoManagerId });
}
