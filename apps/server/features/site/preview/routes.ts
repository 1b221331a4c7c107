import { createHash, timingSafeEqual } from "node:crypto";
import { showPreviewGate, unlockPreview } from "@first-bounce/contract/site/preview";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getClientAddress, getNetwork } from "../../../plugins/http/client-address.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { route } from "../../../plugins/route.ts";
import type { ServerKey } from "../../accounts/sign-in/server-key.ts";
import type { Throttle } from "../../accounts/sign-in/throttle.ts";

const PREVIEW_COOKIE = "X-PREVIEW";
const COOKIE_MAX_AGE_SECONDS = 90 * 24 * 60 * 60;

export interface Preview {
	/** If null, the site is open to everyone. */
	readonly password: string | null;
	readonly key: ServerKey;
	readonly throttle: Throttle;
	readonly guessesPerMinute: number;
	readonly isSecure: boolean;
}

const hashText = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Registers the routes for the password of a closed preview. A signed cookie stores access until the password changes. */
export function registerPreview(app: FastifyInstance, preview: Preview): void {
	const { password, key, throttle, guessesPerMinute, isSecure } = preview;
	const signedValue = `passed ${password}`;
	const isPassed = (request: FastifyRequest) => key.isSigned(signedValue, request.cookies[PREVIEW_COOKIE] ?? "");

	route(app, showPreviewGate, {
		needs: "nothing",
		handler: async ({ request }) =>
			password === null ? { isOn: false, isPassed: true } : { isOn: true, isPassed: await isPassed(request) },
	});
	route(app, unlockPreview, {
		needs: "nothing",
		handler: async ({ body, request, reply }) => {
			if (password === null) return { isOn: false, isPassed: true };
			await throttle.attempt(`preview from ${getNetwork(getClientAddress(request))}`, { max: guessesPerMinute });
			if (!timingSafeEqual(hashText(body.password), hashText(password))) throw refuse(403, "preview-refused");
			const cookie = {
				path: "/",
				httpOnly: true,
				sameSite: "lax",
				secure: isSecure,
				maxAge: COOKIE_MAX_AGE_SECONDS,
			} as const;
			reply.setCookie(PREVIEW_COOKIE, await key.sign(signedValue), cookie);
			return { isOn: true, isPassed: true };
		},
	});
}
