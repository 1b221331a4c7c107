import { showSignInOptions } from "@first-bounce/contract/calls";
import { client } from "../../api/client.ts";
import { createPkceRequest } from "./pkce.ts";
import { savePkceRequest } from "./pkce-request.ts";
import { buildAuthorizeUrl } from "./provider-urls.ts";

/** Redirects to the identity provider. Returns false if the browser blocks storage, which signing in needs. */
export async function startSignIn(): Promise<boolean> {
	const options = await client(showSignInOptions, {});
	const request = createPkceRequest();
	if (!savePkceRequest(request)) return false;
	location.assign(buildAuthorizeUrl(options, request));
	return true;
}
