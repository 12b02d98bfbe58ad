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
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dporbench/harness/internal/shared/cli"
	"dporbench/internal/files"
)

// shortestToken is the length of the shortest token that a server accepts, in characters. Those that it makes have 26.
const shortestToken = 16

// tokenIn reads the token in a file, and makes one if there is no such file. Nobody but the owner may read the file.
func tokenIn(path string) (string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		token := rand.Text()
		return token, files.Write(path, []byte(token+"\n"), 0o600)
	}
	if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s: other users can read or change the token: chmod 600 it, or remove it, and another one is made", path)
	}
	if err != nil {
		return "", err
	}
	token, err := readToken(path)
	if err == nil && len(token) < shortestToken {
		err = fmt.Errorf("%s: the token has %d characters: at least %d are needed; remove the file, and another one is made", path, len(token), shortestToken)
	}
	return token, err
}

// readToken reads the token in a file. It must not be empty.
func readToken(path string) (string, error) {
	data, err := cli.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(data))
	if token == "" {
		return "", fmt.Errorf("%s: has no token", path)
	}
	return token, nil
}

// certificateIn reads the certificate in a folder, and makes one if there is none or it ends within a day. renewed means
// that there was another one before.
func certificateIn(folder, host string) (c tls.Certificate, file string, renewed bool, err error) {
	file, keyFile := filepath.Join(folder, "certificate.pem"), filepath.Join(folder, "key.pem")
	_, missing := os.Stat(keyFile)
	if missing == nil {
		if c, err = tls.LoadX509KeyPair(file, keyFile); err != nil {
			return c, file, false, fmt.Errorf("%s and %s: %w; remove both, and others are made", file, keyFile, err)
		}
		if time.Until(c.Leaf.NotAfter) > oneDay {
			return c, file, false, nil
		}
	} else if !errors.Is(missing, fs.ErrNotExist) {
		return c, file, false, missing
	}
	if err := makeCertificate(file, keyFile, host); err != nil {
		return c, file, false, err
	}
	c, err = tls.LoadX509KeyPair(file, keyFile)
	return c, file, missing == nil, err
}

const (
	oneDay   = 24 * time.Hour
	validity = 365 * oneDay
)

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
		NotBefore: time.Now().Add(-oneDay), NotAfter: time.Now().Add(validity),
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
	if err := files.Write(certificateFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}), 0o644); err != nil {
		return err
	}
	return files.Write(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600)
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
