import { useUser } from "../../api/use-user.ts";
import { PostLoginRedirect } from "../../app/session/post-login-redirect.tsx";
import { Landing } from "./landing.tsx";

/** The landing page for visitors; redirects signed-in users. */
export const HomeScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? <PostLoginRedirect user={user.value} /> : <Landing />;
};
