import * as call from "@first-bounce/contract/accounts/passkeys";
import type { FastifyInstance } from "fastify";
import { createRoutes } from "../../../plugins/route.ts";
import { addPasskey, listPasskeys, type PasskeyServices, removePasskey, startPasskey } from "./service.ts";

const MAX_CHANGES_PER_MINUTE = 20;

/** Registers the calls for the user's own passkeys. */
export function registerPasskeys(app: FastifyInstance, services: PasskeyServices): void {
	const register = createRoutes(app, { needs: "nothing" });
	const registerLimited = createRoutes(app, { needs: "nothing", perAccountPerMinute: MAX_CHANGES_PER_MINUTE });
	const listUserPasskeys = async (userId: number) => ({ passkeys: await listPasskeys(services, userId) });
	register(call.listPasskeys, ({ caller }) => listUserPasskeys(caller.userId));
	registerLimited(call.startPasskey, async ({ caller, body }) => ({
		options: { ...(await startPasskey(services, caller.userId, body.password)) },
	}));
	registerLimited(call.addPasskey, async ({ caller, body }) => {
		await addPasskey(services, caller.userId, body);
		return listUserPasskeys(caller.userId);
	});
	registerLimited(call.removePasskey, async ({ caller, body }) => {
		await removePasskey(services, caller.userId, body.id);
		return listUserPasskeys(caller.userId);
	});
}
