import { useTranslation } from "react-i18next";
import { getSignInErrorMessage, useSignIn } from "../../app/session/use-sign-in.ts";
import { Button } from "../../components/button/button.tsx";
import { showProblem } from "../../components/error-modal/problem-store.ts";

export const RetrySignIn = () => {
	const { t } = useTranslation();
	const { isRedirecting, signIn } = useSignIn();
	return (
		<Button
			variant="main"
			isPending={isRedirecting}
			onPress={() => void signIn().catch((error: unknown) => showProblem({ message: getSignInErrorMessage(error, t) }))}
		>
			{t("signIn.again")}
		</Button>
	);
};
