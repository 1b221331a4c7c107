import { Component, type ReactNode } from "react";
import { sendErrorReport } from "../../reporting/report.ts";
import { BrokenScreen } from "./broken-screen.tsx";

interface Props {
	/** The page's path: the error is cleared on another page. */
	readonly at: string;
	readonly children: ReactNode;
}
interface State {
	readonly at: string;
	readonly error: unknown;
}

/** Catches an error of one screen, so that the menu stays usable. */
export class Boundary extends Component<Props, State> {
	override state: State = { at: this.props.at, error: null };

	static getDerivedStateFromError(error: unknown): Partial<State> {
		return { error };
	}

	static getDerivedStateFromProps({ at }: Props, state: State): State | null {
		return at === state.at ? null : { at, error: null };
	}

	override componentDidCatch(error: unknown): void {
		sendErrorReport(error);
	}

	override render(): ReactNode {
		if (this.state.error === null) return this.props.children;
		return <BrokenScreen error={this.state.error} onRetry={() => this.setState({ error: null })} />;
	}
}
