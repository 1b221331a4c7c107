import type { Language } from "@first-bounce/contract/languages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "./refusal.ts";
import type { Session, Sessions } from "./session.ts";

/** One request of a call, checked: what was sent, and who is behind it. */
export interface RequestContext<Params, Query, Body> {
	readonly params: Params;
	readonly query: Query;
	readonly body: Body;
	/** What came in the part `avatar`, as it was sent; null without one. */
	readonly picture: Buffer | null;
	/** Null only where the call's access is `everyone`; looked up there only when asked. */
	readonly session: () => Promise<Session | null>;
	/** Who called. Refuses a visitor. */
	readonly caller: Session;
	/** What the caller is spoken to in: the path's own segment. */
	readonly language: Language;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/**
 * A visit whose caller is looked at when asked for. A class: a getter written into an object for each request makes V8
 * give every one a shape of its own, which keeps dead requests in memory until the next full collection.
 */
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
		sent: Pick<RequestContext<P, Q, B>, "params" | "query" | "body" | "picture" | "language">,
	) {
		this.params = sent.params;
		this.query = sent.query;
		this.body = sent.body;
		this.picture = sent.picture;
		this.language = sent.language;
		this.request = request;
		this.reply = reply;
		this.#sessions = sessions;
	}

	get caller(): Session {
		if (!this.request.caller) throw refuse(401, "not-signed-in");
		return this.request.caller;
	}

	get session(): () => Promise<Session | null> {
		return async () => this.request.caller ?? this.#sessions.find(this.request);
	}
}
