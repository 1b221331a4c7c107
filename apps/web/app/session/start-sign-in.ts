import { showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { client } from "../../api/client.ts";
import { createPkceRequest } from "./pkce.ts";
import { savePkceRequest } from "./pkce-request.ts";
import { buildAuthorizeUrl } from "./provider-urls.ts";

/** Redirects to an identity provider, by default the first. Returns false if the browser blocks storage, which signing in needs. */
export async function startSignIn(provider: string | null): Promise<boolean> {
	const options = await client(showSignInOptions, provider === null ? {} : { query: { provider } });
	const request = createPkceRequest();
	if (!savePkceRequest(request, provider)) return false;
	location.assign(buildAuthorizeUrl(options, request));
	return true;
}
