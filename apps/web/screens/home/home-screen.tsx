import { useUser } from "../../api/use-user.ts";
import { PostLoginRedirect } from "../../app/session/post-login-redirect.tsx";
import { Landing } from "./landing.tsx";

/**
 * The landing page for visitors; redirects signed-in users. The page is a file of its own, because the bundler would add
 * 70 kB to the first load if its module were not shared by two chunks (tools/web-size.test.ts).
 */
export const HomeScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? <PostLoginRedirect user={user.value} /> : <Landing />;
};
