import * as call from "@first-bounce/contract/site/support";
import { DAY_MS, HOUR_MS } from "@first-bounce/rules/durations";
import type { FastifyInstance } from "fastify";
import { formatOperatorActor } from "../../../plugins/audit.ts";
import { getClientNetwork } from "../../../plugins/http/client-address.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { createRoutes } from "../../../plugins/route.ts";
import { createContactMessage, handleContactMessage, listContactMessages, type SupportServices } from "./service.ts";

const MAX_CONTACT_MESSAGES_PER_NETWORK_PER_HOUR = 6;
/** Per account, and per reply address. */
const MAX_CONTACT_MESSAGES_PER_SENDER_PER_DAY = 10;
/** From everybody together, so that nobody with many addresses can fill the database and the operators' inbox. */
const MAX_CONTACT_MESSAGES_PER_DAY = 1_000;
const MAX_REQUESTS_PER_MINUTE = 120;

export function registerSupport(app: FastifyInstance, services: SupportServices, throttle: Throttle): void {
	const register = createRoutes(app, { needs: "nothing" });
	const registerForOperators = createRoutes(app, { needs: "nothing", perMinute: MAX_REQUESTS_PER_MINUTE });
	register(call.sendContactMessage, async ({ body, request, session }) => {
		const userId = (await session())?.userId ?? null;
		const limit = { max: MAX_CONTACT_MESSAGES_PER_NETWORK_PER_HOUR, windowMs: HOUR_MS };
		await throttle.attempt(`contact messages from ${getClientNetwork(request)}`, limit);
		const perSender = { max: MAX_CONTACT_MESSAGES_PER_SENDER_PER_DAY, windowMs: DAY_MS };
		if (userId !== null) await throttle.attempt(`contact messages of account ${userId}`, perSender);
		await throttle.attempt(`contact messages of ${body.email.toLowerCase()}`, perSender);
		await throttle.attempt("contact messages", { max: MAX_CONTACT_MESSAGES_PER_DAY, windowMs: DAY_MS });
		await createContactMessage(services, body, userId);
		return { received: true as const };
	});
	registerForOperators(call.listContactMessages, ({ query }) => listContactMessages(services.db, query));
	registerForOperators(call.handleContactMessage, async ({ params, caller }) => {
		const audit = { actor: formatOperatorActor(caller.userId), reason: "" };
		return { message: await handleContactMessage(services.db, params.id, audit, services.wallNow()) };
	});
}
