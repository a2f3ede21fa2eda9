// An offer for a wallet on a phone: the picture for its camera, the link, and the code that goes another way.
import { Button } from '../parts/button.js';
import { Moment } from '../parts/moment.js';
import { QrCode } from '../parts/pictures/qr-code.js';
import { useWords } from '../words/words.js';

interface OfferShownProps {
  readonly offer: {
    readonly credentialOfferUri: string;
    readonly expiresAt: string;
    readonly txCode?: string | undefined;
  };
  readonly onLeave: () => void;
}

/** Its code is shown this once: it is gone when the dialog is. */
export function OfferShown({ offer: { credentialOfferUri, expiresAt, txCode }, onLeave }: OfferShownProps) {
  const words = useWords();
  return (
    <>
      <p className="lead">{words('offer.phone.about')}</p>
      <div className="with-code">
        <QrCode text={credentialOfferUri} label={words('offer.qr')} />
        <div className="wide">
          <p>
            <a href={credentialOfferUri}>{words('offer.open')}</a>
          </p>
          <p className="hint">
            {words('offer.until')} <Moment value={expiresAt} />
          </p>
          {txCode !== undefined && (
            <p>
              {words('offer.tx-code')} <code className="tx-code">{txCode}</code>
            </p>
          )}
        </div>
      </div>
      <div className="dialog-acts">
        {/* A page that did not come over https has no clipboard. */}
        {navigator.clipboard && (
          <Button icon="copy" onPress={() => void navigator.clipboard.writeText(credentialOfferUri)}>
            {words('offer.copy')}
          </Button>
        )}
        <Button kind="main" onPress={onLeave}>
          {words('part.done')}
        </Button>
      </div>
    </>
  );
}
