import { useUser } from "../../api/use-user.ts";
import { GoOn } from "../../app/session/go-on.tsx";
import { Landing } from "./landing.tsx";

/** Where visitors land and people sign in; who is signed in goes on to where she was going (D1 §2). */
export const HomeScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? <GoOn user={user.value} /> : <Landing />;
};
