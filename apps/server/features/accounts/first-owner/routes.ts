import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getPageLanguage } from "../../../i18n/negotiate-language.ts";
import { getClientNetwork } from "../../../plugins/http/client-address.ts";
import { acceptUrlEncodedForms } from "../../../plugins/http/url-encoded-forms.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { Refusal, refuse } from "../../../plugins/refusal.ts";
import { buildFontFaces } from "../../site/web/font-faces.ts";
import { PAGES_CSS } from "../identity-provider/page-assets.ts";
import { createRefusalSender, sendHtml } from "../identity-provider/replies.ts";
import { buildForms, getProblems } from "../identity-provider/routes.ts";
import { buildSecretUri } from "../second-factor/one-time-code.ts";
import { VERIFICATION_MS } from "../second-factor/service.ts";
import type { LocalLogin } from "../sign-in/password-sign-in.ts";
import {
	renderCodePage,
	renderFactorPage,
	renderOwnerPage,
	renderProblemPage,
	renderProviderPage,
	renderRecoveryPage,
	renderRefusedPage,
	SETUP_CSS,
} from "./pages.ts";
import { confirmFactor, createFirstOwner, type FirstOwnerServices, getOrCreateFactor, isSetupCode } from "./service.ts";
import { isProtected, SETUP_COOKIE, SETUP_PATH, type SetupWatch } from "./setup-gate.ts";

/** Wrong codes of all networks together; the code cannot be guessed, but each guess is a query. */
const MAX_GUESSES_PER_MINUTE = 60;

export interface SetupPageServices extends FirstOwnerServices {
	readonly watch: SetupWatch;
	readonly throttle: Throttle;
	readonly limits: { readonly guessesPerMinute: number };
	readonly localLogin: LocalLogin;
	/** Whether PUBLIC_URL is https. */
	readonly isSecure: boolean;
	readonly webFolder: string;
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply, code: string) => Promise<FastifyReply>;

const getCode = ({ body }: FastifyRequest): string =>
	String((body as Readonly<Record<string, string>> | undefined)?.code ?? "").slice(0, 200);

const getCodeProblems = (error: unknown, request: FastifyRequest) =>
	getProblems(error, request).map((problem) => ({ ...problem, field: "code" }));

/** Creates the guards of the page's routes, and the reply that asks for a code of the second factor. */
function createGuards(services: SetupPageServices) {
	const { watch, isSecure, publicUrl } = services;
	/** Refuses requests after the set-up and over plain HTTP. */
	const guard =
		(handle: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
		async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
			const language = getPageLanguage(request);
			if (!(await watch.isOpen())) return sendHtml(reply, 410, renderRefusedPage(language, "done"));
			if (!isProtected(request, isSecure)) return sendHtml(reply, 403, renderRefusedPage(language, "insecure"));
			return handle(request, reply);
		};
	/** Also sends browsers without the code to the form that asks for it. */
	const guardWithCode = (handle: PageHandler) =>
		guard(async (request, reply) => {
			const code = request.cookies[SETUP_COOKIE] ?? "";
			if (code !== "" && (await isSetupCode(services, code))) return handle(request, reply, code);
			return request.method === "POST"
				? reply.redirect(SETUP_PATH, 303)
				: sendHtml(reply, 200, renderCodePage(getPageLanguage(request)));
		});
	const showFactor = async (request: FastifyRequest, reply: FastifyReply, problem?: unknown) => {
		const { secret } = await getOrCreateFactor(services);
		const uri = buildSecretUri(secret, new URL(publicUrl).hostname);
		const problems = problem === undefined ? [] : getCodeProblems(problem, request);
		const page = renderFactorPage(getPageLanguage(request), { secret, uri }, problems);
		return sendHtml(reply, problems.length > 0 ? 422 : 200, page);
	};
	return { guard, guardWithCode, showFactor };
}

/** Registers the page on which a new installation gets its owner. Once the site is set up, it says so and nothing else. */
export async function registerSetupPage(app: FastifyInstance, services: SetupPageServices): Promise<void> {
	const { throttle, limits, localLogin, clocks } = services;
	const { sessions } = app.routeServices;
	const { guard, guardWithCode, showFactor } = createGuards(services);

	await app.register(async (pages) => {
		acceptUrlEncodedForms(pages);
		const options = { config: { sendRefusal: createRefusalSender(renderProblemPage) } };
		pages.get(`${SETUP_PATH}/pages.css`, (_, reply) =>
			reply
				.type("text/css; charset=utf-8")
				.header("cache-control", "no-cache")
				.send(buildFontFaces(services.webFolder) + PAGES_CSS + SETUP_CSS),
		);
		pages.get(
			SETUP_PATH,
			options,
			guardWithCode(async (request, reply) => {
				if (!(await getOrCreateFactor(services)).isConfirmed) return showFactor(request, reply);
				const language = getPageLanguage(request);
				return sendHtml(reply, 200, localLogin.isEnabled ? renderOwnerPage(language) : renderProviderPage(language));
			}),
		);
		pages.post(
			`${SETUP_PATH}/code`,
			options,
			guard(async (request, reply) => {
				const code = getCode(request);
				try {
					await throttle.attempt(`set-up code from ${getClientNetwork(request)}`, { max: limits.guessesPerMinute });
					await throttle.attempt("set-up code", { max: MAX_GUESSES_PER_MINUTE });
					if (!(await isSetupCode(services, code))) throw refuse(422, "setup-code-expired");
				} catch (error) {
					const problems = getCodeProblems(error, request);
					const status = error instanceof Refusal ? error.status : 422;
					return sendHtml(reply, status, renderCodePage(getPageLanguage(request), problems));
				}
				reply.setCookie(SETUP_COOKIE, code, {
					path: "/",
					httpOnly: true,
					sameSite: "lax",
					secure: request.protocol === "https",
				});
				return reply.redirect(SETUP_PATH, 303);
			}),
		);
		pages.post(
			`${SETUP_PATH}/factor`,
			options,
			guardWithCode(async (request, reply) => {
				try {
					const codes = await confirmFactor(services, getCode(request));
					return sendHtml(reply, 200, renderRecoveryPage(getPageLanguage(request), codes));
				} catch (error) {
					return showFactor(request, reply, error);
				}
			}),
		);
		pages.post(
			`${SETUP_PATH}/owner`,
			options,
			guardWithCode(async (request, reply, code) => {
				if (!localLogin.isEnabled) return reply.redirect(SETUP_PATH, 303);
				const language = getPageLanguage(request);
				const values = (request.body ?? {}) as Readonly<Record<string, string>>;
				try {
					const person = buildForms(language).signUp.parse(values);
					const userId = await createFirstOwner(services, code, person, language);
					const operatorUntil = clocks.wallNow() + VERIFICATION_MS;
					await sessions.start(request, reply, userId, { operatorUntil });
				} catch (error) {
					return sendHtml(reply, 422, renderOwnerPage(language, values, getProblems(error, request)));
				}
				reply.clearCookie(SETUP_COOKIE, { path: "/" });
				return reply.redirect("/operator", 303);
			}),
		);
	});
}
