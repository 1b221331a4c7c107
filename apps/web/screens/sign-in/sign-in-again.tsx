import { useTranslation } from "react-i18next";
import { signInProblem } from "../../app/session/sign-in-problem.ts";
import { useSignIn } from "../../app/session/use-sign-in.ts";
import { Button } from "../../components/button/button.tsx";
import { showProblem } from "../../components/error-modal/problem-store.ts";

/** Back to the provider, for a fresh code. */
export const SignInAgain = () => {
	const { t } = useTranslation();
	const { isLeaving, signIn } = useSignIn();
	return (
		<Button
			look="main"
			isPending={isLeaving}
			onPress={() => void signIn().catch((error: unknown) => showProblem({ message: signInProblem(error, t) }))}
		>
			{t("signIn.again")}
		</Button>
	);
};
