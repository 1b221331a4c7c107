import { useUser } from "../../api/use-user.ts";
import { PostLoginRedirect } from "../../app/session/post-login-redirect.tsx";
import { Landing } from "./landing.tsx";

/** Where visitors land and people sign in; who is signed in goes on to where she was going (D1 §2). */
export const HomeScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? <PostLoginRedirect user={user.value} /> : <Landing />;
};
