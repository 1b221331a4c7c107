import { Navigate } from "react-router";
import { useUser } from "../../api/use-user.ts";
import { paths } from "../../app/paths.ts";
import { PostLoginRedirect } from "../../app/session/post-login-redirect.tsx";

/** Redirects at once, since the session is known when it renders. */
export const InitiateScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? (
		<PostLoginRedirect user={user.value} />
	) : (
		<Navigate to={paths.home.to()} replace />
	);
};
