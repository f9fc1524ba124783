package lsp

import (
	"testing"

	"github.com/edit-lsp/edit-lsp/tools/trust"
)

// traces are the system call cases, on systems that support them.
var traces []trust.Case

func TestTrust(t *testing.T) {
	trust.Run(t, "A", 1, traces)
	trust.Run(t, "L", 19, trust.Named(map[string]func(*testing.T){
		"a change before the document is open": changeBeforeOpen,
		"a client that disappears":             clientThatDisappears,
		"a client that never reads":            clientThatNeverReads,
		"answers out of order":                 answersOutOfOrder,
		"cancel while a chat is checked":       cancelWhileItIsBeingChecked,
		"cancelled requests":                   cancelledRequest,
		"changes of one notification":          changesOfOneNotification,
		"faults in handlers":                   panicsInHandlers,
		"faults in the background":             panicInTheBackground,
		"how a session ends":                   howASessionEnds,
		"mutated messages":                     mutatedMessages,
		"no text is logged":                    noTextIsLogged,
		"nothing is said after shutdown":       nothingIsSaidAfterShutdown,
		"open twice":                           openTwice,
		"outside of the session":               outsideOfTheSession,
		"ranges past the end":                  rangesThatAreNotThere,
		"rubbish, then a session":              rubbishThenASession,
		"the context ends the session":         serveEndsWithItsContext,
		"versions that go backwards":           versionsThatGoBackwards,
	}))
	trust.Run(t, "C", 33, append(scenes(orderScenes), trust.Named(map[string]func(*testing.T){
		"a chat that is its own target":       aChatThatIsItsOwnTarget,
		"a file under two names":              openTargetUnderAnotherName,
		"an edit of which a part is made":     partOfAnEdit,
		"an edit that is made twice":          editMadeTwice,
		"applied again before the answer":     appliedTwiceBeforeTheAnswer,
		"applyEdit refused":                   clientRefusesApplyEdit,
		"a session at random":                 sessionAtRandom,
		"answers at random":                   answersAtRandom,
		"edits are for the version they name": editsAreForTheVersionTheyName,
		"edits while requests run":            editsWhileRequestsRun,
		"applied, says the editor":            appliedWithoutAChange,
		"listed, then changed":                targetChangesBetweenListingAndResolving,
		"lone carriage returns":               loneCarriageReturns,
		"shown is sent":                       shownIsSent,
		"stale version":                       editOfAnOlderVersionIsRefused,
		"the disk changes unseen":             targetThatChangesUnseen,
		"the editor's own name of a file":     openTargetKeepsItsURI,
		"unsaved, and never saved":            targetThatWasNeverSaved,
		"unsaved, and not seen":               theNextEditOfAnUnsavedBufferThatIsNotSeen,
		"unsaved, beside one that is seen":    anUnsavedBufferBesideOneThatIsSeen,
	})...))
	trust.Run(t, "P3", 1, trust.Named(map[string]func(*testing.T){"nothing outside is seen": nothingOutsideIsSeen}))
	trust.Run(t, "P6", 1, scenes(policyScenes))
	trust.Run(t, "K", 1, trust.Named(map[string]func(*testing.T){"a workspace's file in a session": aWorkspaceFileOnlyTightens}))
	trust.Run(t, "S", 30, append(shellCases(t), trust.Named(map[string]func(*testing.T){
		"file operations":                 shellSuggestionsAsFileOperations,
		"where they are of no use":        noFileOperationsWhereTheyAreOfNoUse,
		"nothing is run, nothing is gone": shellCommandsAreNotRun,
	})...))
	trust.Run(t, "H", 12, hostileTexts())
	trust.Run(t, "T", 1, trust.Named(map[string]func(*testing.T){"lone surrogates": loneSurrogates}))
	trust.Run(t, "D", 12, trust.Named(map[string]func(*testing.T){
		"10,000 blocks":                         largeTenThousandBlocks,
		"50,000 nested starts":                  largeNestedStarts,
		"20,000 equal lines, a 500-line anchor": largeEqualLines,
		"a million marker lines":                largeMarkerLines,
		"a large check is cancelled":            largeCheckIsCancelled,
		"a long list of completions":            completionIsBounded,
		"a storm in a target":                   stormInATarget,
		"a storm during a check":                stormDuringACheck,
		"a storm of keystrokes":                 stormOfChanges,
		"diagnostics past the limit":            diagnosticsPastTheLimit,
		"typing into 4 MB with 700 blocks":      largeChatIsTypedInto,
		"typing into one line of 12 MB":         longLineIsTypedInto,
	}))
}
