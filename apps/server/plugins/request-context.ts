import type { Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "./refusal.ts";
import type { Session, Sessions } from "./session.ts";

/** A validated request of one call and its session. */
export interface RequestContext<Params, Query, Body> {
	readonly params: Params;
	readonly query: Query;
	readonly body: Body;
	/** The bytes of the part `avatar`; null if there is none. */
	readonly picture: Buffer | null;
	/** Finds the session; null for a visitor or an access token. For calls with access `everyone`, it is looked up only here. */
	readonly session: () => Promise<Session | null>;
	/** The session of the caller, or the access token. Throws a refusal if there is none, as in calls with access `everyone`. */
	readonly caller: Session;
	/** In calls with access `public-read`, the id of the caller's account; null for a visitor. */
	readonly viewerId: UserId | null;
	/** The language segment of the path. */
	readonly language: Language;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** A class, because V8 would create a new hidden class for each object literal with a getter. */
export class LazyRequestContext<P, Q, B> implements RequestContext<P, Q, B> {
	readonly params: P;
	readonly query: Q;
	readonly body: B;
	readonly picture: Buffer | null;
	readonly language: Language;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
	readonly #sessions: Sessions;

	constructor(
		request: FastifyRequest,
		reply: FastifyReply,
		sessions: Sessions,
		input: Pick<RequestContext<P, Q, B>, "params" | "query" | "body" | "picture" | "language">,
	) {
		this.params = input.params;
		this.query = input.query;
		this.body = input.body;
		this.picture = input.picture;
		this.language = input.language;
		this.request = request;
		this.reply = reply;
		this.#sessions = sessions;
	}

	get caller(): Session {
		if (!this.request.caller) throw refuse(401, "not-signed-in");
		return this.request.caller;
	}

	get viewerId(): UserId | null {
		return this.request.caller?.userId ?? null;
	}

	get session(): () => Promise<Session | null> {
		return async () => {
			const session = this.request.caller ?? (await this.#sessions.find(this.request));
			return session?.scopes === null ? session : null;
		};
	}
}
