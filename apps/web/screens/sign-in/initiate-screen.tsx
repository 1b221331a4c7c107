import { Navigate } from "react-router";
import { useUser } from "../../api/use-user.ts";
import { paths } from "../../app/paths.ts";
import { PostLoginRedirect } from "../../app/session/post-login-redirect.tsx";

/** Session start: by the time this is drawn the session has been checked, and everyone moves on (D1 §2). */
export const InitiateScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? (
		<PostLoginRedirect user={user.value} />
	) : (
		<Navigate to={paths.home.to()} replace />
	);
};
