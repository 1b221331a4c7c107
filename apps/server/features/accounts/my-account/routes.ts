import * as call from "@first-bounce/contract/accounts/account";
import * as devices from "@first-bounce/contract/accounts/devices";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getClientNetwork } from "../../../plugins/http/client-address.ts";
import { createRoutes, route } from "../../../plugins/route.ts";
import { getSessionToken, type Session } from "../../../plugins/session.ts";
import { eraseOwnAccount } from "../erasure/service.ts";
import { requireLocalLogin } from "../sign-in/password-sign-in.ts";
import { getUser } from "../users/service.ts";
import { deactivateAccount, reactivateAccount } from "./deactivate-account.ts";
import { endDevice, endOtherDevices, listDevices } from "./devices.ts";
import { confirmEmail, requestNewEmail, requestVerification } from "./email-address.ts";
import { getOwnData } from "./own-data-queries.ts";
import { changePassword, requestPasswordReset, resetPassword } from "./password.ts";
import { renameTeam, updateUser } from "./profile.ts";
import type { AccountServices } from "./services.ts";

const MAX_CHANGES_PER_MINUTE = 30;
const MAX_EXPORTS_PER_MINUTE = 6;

/** Registers the calls for the profile, for deactivating, erasing and reactivating the account, and for the data export. */
export function registerOwnAccount(app: FastifyInstance, services: AccountServices): void {
	const register = createRoutes(app, { needs: "nothing" });
	const registerLimited = createRoutes(app, { needs: "nothing", perMinute: MAX_CHANGES_PER_MINUTE });
	const { sessions } = app.routeServices;
	registerLimited(call.updateUser, async ({ caller, body, picture }) => ({
		user: await updateUser(services, caller.userId, body, picture),
	}));
	registerLimited(call.renameTeam, async ({ caller, body }) => {
		const user = await renameTeam(services, caller.userId, body.teamName);
		return { userProfile: { teamName: body.teamName }, user };
	});
	register(call.deactivateAccount, async ({ caller, request, reply }) => {
		await deactivateAccount(services, caller.userId);
		await sessions.end(request, reply);
		return { deactivated: true as const };
	});
	register(call.eraseAccount, async ({ caller, body, request, reply }) => {
		await eraseOwnAccount(services, caller.userId, body.password);
		await sessions.end(request, reply);
		return { erased: true as const };
	});
	register(call.showDeactivatedUser, async ({ caller }) => ({ user: await getUser(services, caller.userId) }));
	registerLimited(call.reactivateUser, async ({ caller, body }) => ({
		user: await reactivateAccount(services, caller.userId, body),
	}));
	route(app, exportOwnData, {
		needs: "nothing",
		perAccountPerMinute: MAX_EXPORTS_PER_MINUTE,
		handler: async ({ caller, reply }) => {
			reply.header("content-disposition", 'attachment; filename="first-bounce.json"');
			return getOwnData(services.db, caller.userId, services.clocks.wallNow());
		},
	});
}

/** Registers the calls that change the address or the password. */
export function registerCredentials(app: FastifyInstance, services: AccountServices): void {
	const register = createRoutes(app, { needs: "nothing" });
	const { sessions } = app.routeServices;
	const { throttle, limits, localLogin } = services;
	const precondition = () => requireLocalLogin(localLogin);
	const registerForLocalLogin = createRoutes(app, { needs: "nothing", precondition });
	/** Limits attempts per network, although mailed tokens are too long to guess. */
	const countGuess = (action: string, request: FastifyRequest) =>
		throttle.attempt(`${action} from ${getClientNetwork(request)}`, { max: limits.guessesPerMinute });

	register(call.requestEmailVerification, async ({ caller, language }) => ({
		sent: await requestVerification({ ...services, language }, caller.userId),
	}));
	register(call.verifyEmail, async ({ body, request }) => {
		await countGuess("address", request);
		return { email: await confirmEmail(services, body.token) };
	});
	registerForLocalLogin(call.changeEmail, async ({ caller, body, language }) => {
		await requestNewEmail({ ...services, language }, caller.userId, body);
		return { sent: true as const };
	});
	registerForLocalLogin(call.changePassword, async ({ caller, body, language, request, reply }) => {
		const passwordHash = await changePassword({ ...services, language }, caller.userId, body);
		const sessionId = await sessions.start(request, reply, caller.userId, { passwordHash });
		return { user: await getUser(services, caller.userId), sessionId };
	});
	registerForLocalLogin(call.requestPasswordReset, async ({ body, language, request }) => {
		await countGuess("password reset", request);
		await requestPasswordReset({ ...services, language }, body.email);
		return { sent: true as const };
	});
	registerForLocalLogin(call.resetPassword, async ({ body, language, request }) => {
		await countGuess("new password", request);
		await resetPassword({ ...services, language }, body.token, body.password);
		return { reset: true as const };
	});
}

/** Registers the calls that list the user's devices and sign them out. */
export function registerDevices(app: FastifyInstance, { db, clocks }: AccountServices): void {
	const register = createRoutes(app, { needs: "nothing" });
	const listUserDevices = async (caller: Session, request: FastifyRequest) => ({
		devices: await listDevices(db, caller.userId, { token: getSessionToken(request), now: clocks.wallNow() }),
	});
	register(devices.listDevices, ({ caller, request }) => listUserDevices(caller, request));
	register(devices.endDevice, async ({ caller, body, request }) => {
		await endDevice(db, caller.userId, body.id);
		return listUserDevices(caller, request);
	});
	register(devices.endOtherDevices, async ({ caller, request }) => {
		await endOtherDevices(db, caller.userId, getSessionToken(request));
		return listUserDevices(caller, request);
	});
}
