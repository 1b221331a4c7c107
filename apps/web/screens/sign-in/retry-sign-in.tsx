import { useTranslation } from "react-i18next";
import { useSignIn } from "../../app/session/use-sign-in.ts";
import { Button } from "../../components/button/button.tsx";

export const RetrySignIn = () => {
	const { t } = useTranslation();
	const { isRedirecting, signIn } = useSignIn();
	return (
		<Button variant="main" isPending={isRedirecting} onPress={() => void signIn()}>
			{t("signIn.again")}
		</Button>
	);
};
