import * as call from "@first-bounce/contract/accounts/user";
import type { FastifyInstance } from "fastify";
import { createRoutes, route } from "../../../plugins/route.ts";
import { findTeamNameProblems } from "../../names/allowed-names.ts";
import { type LocalLogin, requireLocalLogin } from "../sign-in/password-sign-in.ts";
import type { CountSignUp } from "../sign-in/sign-up-limit.ts";
import { registerUser } from "./register-user.ts";
import { refuseProblems } from "./registration-problems.ts";
import { getUser, type UserServices } from "./service.ts";

const MAX_NAME_CHECKS_PER_MINUTE = 60;

export interface UserRouteOptions {
	readonly countSignUp: CountSignUp;
	readonly localLogin: LocalLogin;
	readonly limits: { readonly signUpsPerMinute: number };
}

export function registerUsers(app: FastifyInstance, services: UserServices, options: UserRouteOptions): void {
	const register = createRoutes(app, { needs: "nothing" });
	const registerLimited = createRoutes(app, { needs: "nothing", perMinute: MAX_NAME_CHECKS_PER_MINUTE });
	const { countSignUp, localLogin, limits } = options;
	const { sessions } = app.routeServices;

	register(call.getUser, async ({ caller }) => ({ user: await getUser(services, caller.userId) }));

	register(call.showMyProfile, async ({ caller }) => {
		const user = await getUser(services, caller.userId);
		return { userProfile: { teamName: user.fantasyTeamName } };
	});

	route(app, call.registerUser, {
		needs: "nothing",
		precondition: () => requireLocalLogin(localLogin),
		perMinute: limits.signUpsPerMinute,
		handler: async ({ body, language, request, reply }) => {
			const userId = await registerUser({ ...services, language }, body, () => countSignUp(request));
			const sessionId = await sessions.start(request, reply, userId);
			return { user: await getUser(services, userId), sessionId };
		},
	});

	for (const check of [call.checkTeamName, call.checkTeamNamePublic])
		registerLimited(check, async ({ body, session }) => {
			const userId = (await session())?.userId ?? null;
			refuseProblems(await findTeamNameProblems(services.db, body.teamName, userId));
			return { isAvailable: true as const };
		});
}
