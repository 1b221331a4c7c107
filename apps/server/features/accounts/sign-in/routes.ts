import * as call from "@first-bounce/contract/accounts/auth";
import { PREFER_OK } from "@first-bounce/contract/constants";
import type { Site } from "@first-bounce/contract/site/site";
import type { FastifyInstance } from "fastify";
import type { Origins } from "../../../plugins/http/origin-guard.ts";
import { createRoutes, route } from "../../../plugins/route.ts";
import { SETUP_COOKIE } from "../first-owner/setup-gate.ts";
import { getUser } from "../users/service.ts";
import { type AuthServices, registerWithCode, signInWithCode } from "./code-sign-in.ts";
import { type LocalLogin, requireLocalLogin, type SignIn } from "./password-sign-in.ts";
import type { CountSignUp } from "./sign-up-limit.ts";

export interface AuthOptions {
	readonly origins: Origins;
	/** The external providers to choose from. */
	readonly providers: Site["providers"];
	readonly offersDemo: () => boolean;
	readonly signIn: SignIn;
	readonly localLogin: LocalLogin;
	readonly countSignUp: CountSignUp;
	readonly limits: { readonly signInsPerMinute: number; readonly signUpsPerMinute: number };
}

export function registerAuth(app: FastifyInstance, services: AuthServices, options: AuthOptions): void {
	const register = createRoutes(app, { needs: "nothing" });
	const { sessions } = app.routeServices;
	const { origins, providers, offersDemo, signIn, countSignUp, localLogin, limits } = options;

	route(app, call.aflIdLogin, {
		needs: "nothing",
		perMinute: limits.signInsPerMinute,
		handler: async ({ body, request, reply }) => {
			const { userId, identityToken, providerSession } = await signInWithCode(services, body, {
				unknownStatus: request.headers.prefer === PREFER_OK ? 200 : 404,
				setupCode: request.cookies[SETUP_COOKIE],
			});
			const sessionId = await sessions.start(request, reply, userId, { providerSession });
			return { user: await getUser(services, userId), identityToken, sessionId };
		},
	});

	route(app, call.aflIdRegister, {
		needs: "nothing",
		perMinute: limits.signUpsPerMinute,
		handler: async ({ body, request, reply }) => {
			const count = () => countSignUp(request);
			const { userId, identityToken, providerSession } = await registerWithCode(services, body, body, count);
			const sessionId = await sessions.start(request, reply, userId, { providerSession });
			return { user: await getUser(services, userId), identityToken, sessionId };
		},
	});

	route(app, call.authLogin, {
		needs: "nothing",
		precondition: () => requireLocalLogin(localLogin),
		handler: async ({ body, request, reply }) => {
			const { userId, passwordHash } = await signIn(body, request, reply);
			const sessionId = await sessions.start(request, reply, userId, { passwordHash });
			return { user: await getUser(services, userId), sessionId };
		},
	});

	register(call.authLogout, async ({ request, reply }) => {
		await sessions.end(request, reply);
		return { signedOut: true as const };
	});

	register(call.showSignInOptions, async ({ request, query }) => ({
		...(await services.exchange.getAddresses(origins.find(request), query.provider)),
		providers: [...providers],
		demo: offersDemo(),
	}));
}
