package queue

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// credentials are the token and the certificate that a server on a network requires and presents.
type credentials struct {
	token, tokenFile string
	certificate      tls.Certificate
	certificateFile  string
}

// credentialsIn reads the credentials in a folder, and makes missing ones.
func credentialsIn(folder, host string) (c credentials, err error) {
	c.tokenFile = filepath.Join(folder, "token")
	c.certificateFile = filepath.Join(folder, "certificate.pem")
	keyFile := filepath.Join(folder, "key.pem")
	token, err := os.ReadFile(c.tokenFile)
	if errors.Is(err, fs.ErrNotExist) {
		token = []byte(rand.Text())
		err = os.WriteFile(c.tokenFile, append(token, '\n'), 0o600)
	}
	if err != nil {
		return c, err
	}
	c.token = strings.TrimSpace(string(token))
	if _, err := os.Stat(keyFile); errors.Is(err, fs.ErrNotExist) {
		if err := makeCertificate(c.certificateFile, keyFile, host); err != nil {
			return c, err
		}
	}
	c.certificate, err = tls.LoadX509KeyPair(c.certificateFile, keyFile)
	return c, err
}

const validity = 365 * 24 * time.Hour

// makeCertificate makes a self-signed certificate for this machine's names and addresses.
func makeCertificate(certificateFile, keyFile, host string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	number, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return err
	}
	template := &x509.Certificate{
		SerialNumber: number, Subject: pkix.Name{CommonName: "dporswarm"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(validity),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true,
	}
	template.DNSNames, template.IPAddresses = names(host)
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	if err := os.WriteFile(certificateFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}), 0o644); err != nil {
		return err
	}
	return os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600)
}

// names are the names and addresses by which this machine may be reached.
func names(host string) (dns []string, ips []net.IP) {
	dns = []string{"localhost"}
	if name, err := os.Hostname(); err == nil {
		dns = append(dns, name)
	}
	if ip := net.ParseIP(host); ip != nil {
		ips = append(ips, ip)
	} else if host != "" {
		dns = append(dns, host)
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return dns, ips // without the interfaces' addresses
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok {
			ips = append(ips, n.IP)
		}
	}
	return dns, ips
}
